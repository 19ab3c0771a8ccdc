import { expect, test } from 'vitest'
import { videoCodeIn } from './video.ts'

test.each([
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'dQw4w9WgXcQ'],
  ['https://m.youtube.com/watch?app=desktop&v=dQw4w9WgX-_&t=42s', 'dQw4w9WgX-_'],
  ['youtube.com/shorts/dQw4w9WgXcQ?feature=share', 'dQw4w9WgXcQ'],
  [' https://youtu.be/dQw4w9WgXcQ?si=abc ', 'dQw4w9WgXcQ'],
  ['https://www.youtube.com/live/dQw4w9WgXcQ', 'dQw4w9WgXcQ'],
  ['<iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ"></iframe>', 'dQw4w9WgXcQ'],
  ['dQw4w9WgXcQ', null],
  ['', null],
  ['https://video.example/dQw4w9WgXcQ', null],
  ['https://www.youtube.com/@kirana', null],
  ['https://www.youtube.com/watch?list=PL1', null],
  [`https://youtu.be/${'a'.repeat(65)}`, null],
])('%j contains the video id %j', (text, code) => {
  expect(videoCodeIn(text)).toBe(code)
})
