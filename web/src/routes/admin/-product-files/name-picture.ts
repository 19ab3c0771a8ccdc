const SIDE = 400
const QUALITY = 0.9

/** One of 360 hues, always the same for a name. */
const hueOf = (name: string) => [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 360, 7)

/** Draws a plain picture for a name: its first letter on a pale background. */
export async function pictureOfName(name: string): Promise<File> {
  const canvas = document.createElement('canvas')
  canvas.width = SIDE
  canvas.height = SIDE
  const drawing = canvas.getContext('2d')
  // Splits by grapheme, because a letter of an Indian script may have several code points.
  const [first] = new Intl.Segmenter('en-IN').segment(name.trim())
  if (drawing) {
    const hue = hueOf(name)
    drawing.fillStyle = `hsl(${hue} 55% 88%)`
    drawing.fillRect(0, 0, SIDE, SIDE)
    drawing.fillStyle = `hsl(${hue} 45% 30%)`
    drawing.font = `600 ${SIDE / 2}px Inter, sans-serif`
    drawing.textAlign = 'center'
    drawing.textBaseline = 'middle'
    drawing.fillText(first?.segment.toLocaleUpperCase('en-IN') ?? '', SIDE / 2, SIDE / 2)
  }
  const { promise, resolve } = Promise.withResolvers<Blob | null>()
  canvas.toBlob(resolve, 'image/jpeg', QUALITY)
  const bytes = await promise
  if (!bytes) throw new Error('The browser cannot draw a picture')
  return new File([bytes], 'name.jpg', { type: 'image/jpeg' })
}
