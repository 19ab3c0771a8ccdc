const LONG_SIDE = 1280
const QUALITY = 0.75

/** A photo as small as a phone can send from a stairwell: at most 1280 pixels long, JPEG, upright. */
export async function smallPhoto(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file)
  const scale = Math.min(1, LONG_SIDE / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * scale)
  canvas.height = Math.round(picture.height * scale)
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  const { promise, resolve } = Promise.withResolvers<Blob | null>()
  canvas.toBlob(resolve, 'image/jpeg', QUALITY)
  const small = await promise
  if (!small) throw new Error('The photo cannot be converted')
  return small
}
