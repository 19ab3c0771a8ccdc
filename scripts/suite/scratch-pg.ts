import { startPostgres } from '@kirana/testing/postgres'
const s = await startPostgres()
console.log(s.url)
await new Promise(() => {})
