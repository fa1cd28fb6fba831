-- Each process fetches what it wrote itself. A NOTIFY with every event made all commits wait for one another, since it is
-- sent under a lock of the whole database, and woke every node for what one of them was about to fetch.
drop trigger wake on outbox;
drop function wake_worker();
