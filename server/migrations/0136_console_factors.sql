-- Console accounts may have second factors, and tenants may require them of their members. NoPrompt: nobody else is asked to
-- add one. Settings that an operator has changed are kept.
set local role postern_system;
update sign_in_experiences
  set mfa = '{"factors": ["Totp", "WebAuthn", "BackupCode"], "policy": "NoPrompt", "organizationRequiredMfaPolicy": "Mandatory"}'
  where tenant_id = 'admin' and mfa -> 'factors' = '[]';
reset role;
