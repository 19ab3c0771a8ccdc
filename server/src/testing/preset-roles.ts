/** Ids of roles that the migration 0001_rules inserts. */
export const PACKER_ROLE = '00000000-0000-7000-8000-000000000003'
export const DISPATCHER_ROLE = '00000000-0000-7000-8000-000000000005'
