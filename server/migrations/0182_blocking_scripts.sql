-- Whether a failing script of the custom JWT prevents the token. Null: not chosen, the token is issued.
alter table jwt_customizers add column block_issuance_on_error boolean;
