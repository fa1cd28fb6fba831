-- The previous release needs nothing: people sign in again if their browser has only cookies with the prefix.

-- up again
-- Nodes of both releases run once more.
update cookie_names set prefixed_from = now() + interval '1 day', plain_until = now() + interval '31 days';
