import {
  AccessTokenSample,
  ClientCredentialsSample,
  ContextSample,
  type CustomJwt,
  type CustomTokenType,
  customJwtSchemas,
  MachineContextSample,
} from '@postern/contracts/access/custom-jwt';
import i18next from 'i18next';
import { z } from 'zod';
import { jsonObjectText } from '#platform/form/json-object.ts';
import { defaultScript } from './default-script.ts';
import { contextSamples, inOrderOf, tokenSamples } from './samples.ts';
import { listVariables, readVariables, Variables } from './shared/variables.ts';

/** JSON that matches a schema; an error is reported for the whole field, with the path inside it. */
function sampleText(shape: z.ZodType) {
  return jsonObjectText.check(({ value, issues }) => {
    const issue = shape.safeParse(value).error?.issues[0];
    if (issue) {
      const keys = 'keys' in issue && Array.isArray(issue.keys) ? issue.keys : [];
      const place = [...issue.path, ...keys].join('.');
      issues.push({ code: 'custom', message: i18next.t('customJwt.test.wrongShape', { place }), input: value });
    }
  });
}

export const scriptForm = (tokenType: CustomTokenType) =>
  z.object({
    script: customJwtSchemas[tokenType].shape.script,
    variables: Variables,
    tokenSample: sampleText(tokenType === 'access-token' ? AccessTokenSample : ClientCredentialsSample),
    contextSample: sampleText(tokenType === 'access-token' ? ContextSample : MachineContextSample),
    blockIssuanceOnError: z.boolean(),
  });

export type ScriptValues = z.input<ReturnType<typeof scriptForm>>;
export type ScriptOutput = z.output<ReturnType<typeof scriptForm>>;

const print = (value: unknown) => JSON.stringify(value, null, 2);

export function valuesOf(tokenType: CustomTokenType, stored: CustomJwt | undefined): ScriptValues {
  return {
    script: stored?.script ?? defaultScript(tokenType),
    variables: listVariables(stored?.environmentVariables),
    tokenSample: print(inOrderOf(tokenSamples[tokenType], stored?.tokenSample)),
    contextSample: print(inOrderOf(contextSamples[tokenType], stored?.contextSample)),
    blockIssuanceOnError: stored?.blockIssuanceOnError ?? false,
  };
}

export function bodyOf(values: ScriptOutput): CustomJwt {
  const { script, tokenSample, contextSample, blockIssuanceOnError } = values;
  return {
    script,
    environmentVariables: readVariables(values.variables),
    tokenSample,
    contextSample,
    blockIssuanceOnError,
  };
}

/** The body of a test run; the form has already validated the samples. */
export function testOf(tokenType: CustomTokenType, values: ScriptOutput) {
  const common = { script: values.script, environmentVariables: readVariables(values.variables) };
  return tokenType === 'access-token'
    ? {
        ...common,
        tokenType,
        token: AccessTokenSample.parse(values.tokenSample),
        context: ContextSample.parse(values.contextSample),
      }
    : {
        ...common,
        tokenType,
        token: ClientCredentialsSample.parse(values.tokenSample),
        context: MachineContextSample.parse(values.contextSample),
      };
}
