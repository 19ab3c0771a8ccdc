import {
  BinaryBitmap,
  DecodeHintType,
  GlobalHistogramBinarizer,
  MultiFormatOneDReader,
  QRCodeReader,
  RGBLuminanceSource,
} from '@zxing/library'

const hints = new Map([[DecodeHintType.TRY_HARDER, true]])
const readers = [new MultiFormatOneDReader(hints), new QRCodeReader()]

/** The code in a picture of grey values, row by row; null if there is none. */
export function decodePixels(grey: Uint8ClampedArray, width: number, height: number): string | null {
  const bitmap = new BinaryBitmap(new GlobalHistogramBinarizer(new RGBLuminanceSource(grey, width, height)))
  for (const reader of readers)
    try {
      return reader.decode(bitmap, hints).getText()
    } catch {
      // The library throws if it finds no code.
    }
  return null
}

let canvas: HTMLCanvasElement | undefined

/** The code in the current frame of a video; null if there is none. */
export function decodeFrame(video: HTMLVideoElement): Promise<string | null> {
  const { videoWidth: width, videoHeight: height } = video
  canvas ??= document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context || width === 0) return Promise.resolve(null)
  Object.assign(canvas, { width, height })
  context.drawImage(video, 0, 0)
  const { data } = context.getImageData(0, 0, width, height)
  const grey = new Uint8ClampedArray(width * height)
  for (let i = 0; i < grey.length; i++)
    grey[i] = ((data[4 * i] ?? 0) + 2 * (data[4 * i + 1] ?? 0) + (data[4 * i + 2] ?? 0)) / 4
  return Promise.resolve(decodePixels(grey, width, height))
}
