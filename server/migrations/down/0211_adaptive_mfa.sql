-- The previous release does not know these policies.
set local role postern_system;
update sign_in_experiences set mfa = mfa || '{"policy": "Mandatory"}'
  where mfa ->> 'policy' in ('PromptAtSignInAndSignUpMandatory', 'PromptOnlyAtSignInMandatory');
reset role;

-- up again
set local role postern_system;
update sign_in_experiences set mfa = mfa || '{"policy": "PromptAtSignInAndSignUpMandatory"}'
  where mfa ->> 'policy' = 'Mandatory' and adaptive_mfa ->> 'enabled' = 'true';
reset role;
