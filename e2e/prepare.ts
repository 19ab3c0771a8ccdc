import { rm } from 'node:fs/promises'
import { newFolder, run, TEMPLATE } from './server.ts'

/** Draws the sample store once: that takes half a minute, a copy for each worker less than one second. */
export default async function prepare() {
  const folder = await newFolder()
  const { stop } = await run(folder)
  await stop()
  process.env[TEMPLATE] = folder
  return () => rm(folder, { recursive: true, force: true })
}
