-- Revenue on the home of the operators is found by an index, whatever the number of invoices.
create index invoices__paid on invoices (created_at) include (currency, amount_paid) where status = 'paid';
