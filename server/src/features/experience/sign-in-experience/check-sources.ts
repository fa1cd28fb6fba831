import { judgeSource } from '@postern/contracts/experience/judge-source';
import type { CustomUiCsp } from '@postern/contracts/experience/sign-in-experience';
import { AppError } from '#platform/http/errors';

/** The sources without duplicates, as they are stored. Throws the first fault. */
export function checkSources(given: CustomUiCsp, isProduction: boolean): CustomUiCsp {
  const check = (directive: keyof CustomUiCsp) => {
    const sources = given[directive]?.map((source) => {
      const judged = judgeSource(directive, source, isProduction);
      if ('fault' in judged) {
        const details = `${directive}: ${source.slice(0, 200)}`;
        const data = { directive, source, validationErrorCode: judged.fault };
        throw new AppError('request.invalid_input', { values: { details }, data });
      }
      return judged.source;
    });
    return sources && { [directive]: [...new Set(sources)] };
  };
  return { ...check('scriptSrc'), ...check('connectSrc') };
}
