/** Reads a code from the current picture of a video; null if there is none. */
type Detect = (video: HTMLVideoElement) => Promise<string | null>

type NativeDetector = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> }
type NativeDetectors = {
  new (options: { formats: string[] }): NativeDetector
  getSupportedFormats: () => Promise<string[]>
}

const formats = ['ean_13', 'ean_8', 'upc_a', 'upc_e', 'code_128', 'code_39', 'itf', 'codabar', 'qr_code']

/** The browser's own detector if it supports EAN-13, otherwise a library, which loads on first use. */
async function detector(): Promise<Detect> {
  const { BarcodeDetector: Native } = globalThis as { BarcodeDetector?: NativeDetectors }
  const supported = (await Native?.getSupportedFormats().catch(() => [])) ?? []
  if (!Native || !supported.includes('ean_13')) return (await import('./decoder.ts')).decodeFrame
  const native = new Native({ formats: formats.filter((format) => supported.includes(format)) })
  return async (video) => (await native.detect(video))[0]?.rawValue ?? null
}

const INTERVAL_MS = 100
/** The same code counts again after it has been out of the picture for this long. */
const GONE_MS = 1200

/** The message to show when the camera fails. */
export function cameraProblem(error: unknown): string {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError')
    return 'The browser may not use the camera. Allow it for this site in the browser’s settings, then try again.'
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'This device has no camera.'
  if (name === 'NotReadableError') return 'Another program uses the camera. Close it, then try again.'
  return error instanceof Error && error.message !== '' ? error.message : 'The camera could not be started.'
}

/**
 * Shows the camera in a video element and calls `onCode` with each barcode that it detects. Returns a function that
 * stops it.
 * @throws DOMException when there is no camera or it may not be used; Error on an address without HTTPS
 */
export async function watchCamera(
  video: HTMLVideoElement,
  onCode: (code: string) => void,
): Promise<() => void> {
  // Undefined on pages without HTTPS, although the type does not say so.
  const devices = navigator.mediaDevices as MediaDevices | undefined
  if (!devices) throw new Error('The browser offers the camera only over HTTPS.')
  const stream = await devices.getUserMedia({
    video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
  })
  let isStopped = false
  const stop = () => {
    isStopped = true
    for (const track of stream.getTracks()) track.stop()
  }
  let last = { code: '', at: 0 }
  const see = (code: string | null) => {
    const now = performance.now()
    if (code === null) return
    const isNew = code !== last.code || now - last.at > GONE_MS
    last = { code, at: now }
    if (isNew) onCode(code)
  }
  try {
    video.srcObject = stream
    await video.play()
    const detect = await detector()
    const watch = async () => {
      if (isStopped) return
      if (video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) see(await detect(video).catch(() => null))
      setTimeout(() => void watch(), INTERVAL_MS)
    }
    void watch()
  } catch (error) {
    stop()
    throw error
  }
  return stop
}
