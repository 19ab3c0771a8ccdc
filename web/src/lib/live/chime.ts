/** Two notes as [start in seconds, frequency in hertz]. */
const notes = [
  [0, 1046.5],
  [0.16, 1568],
] as const
const RING_SECONDS = 0.9
const LOUDNESS = 0.25

/** Synthesizes the chime: no file to load on a bad network, and the content security policy allows no media. */
export function ring(context: AudioContext) {
  for (const [start, pitch] of notes) {
    const at = context.currentTime + start
    const gain = context.createGain()
    gain.connect(context.destination)
    gain.gain.setValueAtTime(0.0001, at)
    gain.gain.exponentialRampToValueAtTime(LOUDNESS, at + 0.015)
    gain.gain.exponentialRampToValueAtTime(0.0001, at + RING_SECONDS)
    const tone = context.createOscillator()
    tone.type = 'sine'
    tone.frequency.value = pitch
    tone.connect(gain)
    tone.start(at)
    tone.stop(at + RING_SECONDS)
  }
}
