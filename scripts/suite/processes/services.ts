import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startFcm } from '@kirana/testing/fcm'
import { startPostgres } from '@kirana/testing/postgres'
import { newBucket, startStorage } from '@kirana/testing/storage'

export type Services = Awaited<ReturnType<typeof startServices>>

/** Starts PostgreSQL, object storage and a push service; `env` connects app processes to them. */
export async function startServices() {
  const folder = mkdtempSync(join(tmpdir(), 'kirana-processes-'))
  const postgres = await startPostgres()
  const storage = await startStorage()
  const fcm = await startFcm()
  const bucket = newBucket(storage.endpoint)
  return {
    fcm,
    env: {
      DATABASE_URL: postgres.url,
      DATA_DIR: folder,
      SAMPLE_DATA: 'off',
      SUPERADMIN_PASSWORD: 'Owner@1234',
      TRUST_PROXY: 'on',
      LOG_LEVEL: 'error',
      FCM_CREDENTIALS: fcm.credentials,
      FCM_URL: fcm.url,
      FILES_URL: `s3://${bucket.name}?endpoint=${bucket.endpoint}&region=${bucket.region}`,
      AWS_ACCESS_KEY_ID: bucket.accessKeyId,
      AWS_SECRET_ACCESS_KEY: bucket.secretAccessKey,
    },
    stop: async () => {
      await Promise.all([postgres.stop(), storage.stop(), fcm.stop()])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
