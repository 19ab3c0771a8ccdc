import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'

/** An S3-compatible storage on a free loopback port, with its objects in a folder of its own. */
export async function startStorage() {
  const directory = await mkdtemp(join(tmpdir(), 'kirana-storage-'))
  const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory })
  const { port } = await server.run()
  return {
    endpoint: `http://127.0.0.1:${port}`,
    /** As if the object had been written then. */
    age: async (key: string, at: Date) => {
      for (const path of await readdir(directory, { recursive: true }))
        if (path.endsWith(`${key}._S3rver_object`)) await utimes(join(directory, path), at, at)
    },
    stop: async () => {
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
