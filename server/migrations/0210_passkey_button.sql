-- The switch of the passkey button has another name. The previous release reads the old one.
set local role postern_system;
update sign_in_experiences
  set passkey_sign_in = passkey_sign_in || jsonb_build_object('showPasskeyButton', passkey_sign_in -> 'showButton')
  where passkey_sign_in ? 'showButton';
reset role;
