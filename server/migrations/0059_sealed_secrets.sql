-- Signing keys are encrypted with the vault, which makes them longer.
alter table hooks alter column signing_key type text, alter column previous_signing_key type text;
