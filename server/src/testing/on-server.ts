import { where } from '@kirana/testing/where'

/** Tests about several connections: the embedded engine has one, whose transactions wait for one another. */
export const onServer = (tests: () => void) =>
  where(process.env.TEST_DATABASE_URL ? null : 'only a PostgreSQL server has several connections', tests)
