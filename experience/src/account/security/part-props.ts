import type { UserMfaVerification } from '@postern/contracts/people/user-mfa';

export type Factors = readonly UserMfaVerification[];

export type FactorProps = { factors: Factors; onChanged: () => Promise<void> };
