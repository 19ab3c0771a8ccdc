import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'

/** Starts an S3-compatible storage on a free loopback port. */
export async function startStorage() {
  const directory = await mkdtemp(join(tmpdir(), 'kirana-storage-'))
  const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory })
  const { port } = await server.run()
  return {
    endpoint: `http://127.0.0.1:${port}`,
    stop: async () => {
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** A uniquely named bucket in the storage at `endpoint`. */
export const newBucket = (endpoint: string) => ({
  name: `kirana-${randomUUID()}`,
  endpoint,
  region: 'ap-south-1',
  // The only account of the test storage, which checks every signature.
  accessKeyId: 'S3RVER',
  secretAccessKey: 'S3RVER',
})
