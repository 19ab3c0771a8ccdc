import { startStorage } from '../../server/src/testing/storage.ts'
import { finish, runSteps } from './report.ts'
import { vitest } from './steps.ts'

/** Those that take, serve or remove files, through every call that does. */
const files = [
  'housekeeping',
  'http/uploads-corpus',
  'routes/banners',
  'routes/categories',
  'routes/manual-orders',
  'routes/product-images',
  'routes/products',
  'routes/store/manual-orders',
  'routes/store/products',
  'routes/subcategories',
  'routes/variants',
  'routes/withdrawals',
].map((name) => `server/src/${name}`)

const storage = await startStorage()
const run = () => vitest(['api'], { TEST_STORAGE: storage.endpoint }, files)
finish(await runSteps([{ title: 'API tests with files, on an S3-compatible storage', run }]))
await storage.stop()
