/** Every way YouTube writes the address of a video: watch, short, embedded, live, shared. */
const ADDRESS =
  /(?:youtu\.be\/|youtube(?:-nocookie)?\.com\/(?:(?:shorts|embed|live|v)\/|watch\?(?:[^\s"#]*&)?v=))([\w-]{1,64})(?![\w-])/i

/** The code of the video that a YouTube address leads to, wherever it stands in the text; null where there is none. */
export const videoCodeIn = (text: string): string | null => ADDRESS.exec(text)?.[1] ?? null
