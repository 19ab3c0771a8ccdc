-- Run once as postgres on the primary: the app's role with the settings that pgbouncer cannot pass on, and its database.
CREATE ROLE kirana LOGIN PASSWORD '@KIRANA_PASSWORD@';
CREATE DATABASE kirana OWNER kirana;
ALTER ROLE kirana IN DATABASE kirana SET statement_timeout = '30000';
ALTER ROLE kirana IN DATABASE kirana SET lock_timeout = '10000';
ALTER ROLE kirana IN DATABASE kirana SET idle_in_transaction_session_timeout = '30000';
ALTER ROLE kirana IN DATABASE kirana SET "TimeZone" = 'UTC';
ALTER ROLE kirana IN DATABASE kirana SET default_transaction_isolation = 'read committed';
ALTER ROLE kirana IN DATABASE kirana SET jit = 'off';
