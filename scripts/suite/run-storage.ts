import { startStorage } from '../../server/src/testing/storage.ts'
import { finish, runSteps } from './report.ts'
import { vitest } from './steps.ts'

/** Those that take, serve or remove files, through every call that does. */
const files = [
  'banners',
  'categories',
  'manual-orders',
  'product-images',
  'products',
  'products-gone',
  'store/catalogue',
  'store/manual-orders',
  'store/products',
  'subcategories',
  'variants',
  'withdrawals',
].map((name) => `server/src/routes/${name}`)

const storage = await startStorage()
const run = () => vitest(['api'], { TEST_STORAGE: storage.endpoint }, files)
finish(await runSteps([{ title: 'API tests with files, on an S3-compatible storage', run }]))
await storage.stop()
