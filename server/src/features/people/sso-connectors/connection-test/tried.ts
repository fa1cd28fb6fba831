import type { SsoConnectionTest } from '@postern/contracts/people/sso-connection-tests';
import type { FoundFields } from '../map-user.ts';
import type { FoundProblem } from './problems.ts';

/** What a test found out, before the settings of the connector are considered. */
export type Tried = {
  problems: FoundProblem[];
  received?: NonNullable<SsoConnectionTest['received']>;
  fields?: FoundFields;
};
