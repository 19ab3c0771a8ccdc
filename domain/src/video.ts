/** YouTube URLs of a video: watch, shorts, embed, live and youtu.be. */
const VIDEO_URL =
  /(?:youtu\.be\/|youtube(?:-nocookie)?\.com\/(?:(?:shorts|embed|live|v)\/|watch\?(?:[^\s"#]*&)?v=))([\w-]{1,64})(?![\w-])/i

/** The video id in the first YouTube URL of the text; null if there is none. */
export const videoCodeIn = (text: string): string | null => VIDEO_URL.exec(text)?.[1] ?? null
