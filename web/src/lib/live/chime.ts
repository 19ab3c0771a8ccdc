/** Notes as [start in seconds, frequency in hertz]. */
type Notes = readonly (readonly [start: number, pitch: number])[]
const newOrder: Notes = [
  [0, 1046.5],
  [0.16, 1568],
]
/** Falling and lower, so that it differs from the chime for a new order. */
const lateOrder: Notes = [
  [0, 783.99],
  [0.22, 622.25],
  [0.44, 523.25],
]
const RING_SECONDS = 0.9
const LOUDNESS = 0.25

/** Synthesizes a chime: no file to load on a bad network, and the content security policy allows no media. */
function play(context: AudioContext, notes: Notes) {
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

/** Plays the chime for a new order. */
export const ring = (context: AudioContext) => play(context, newOrder)
/** Plays the chime for an order that has become late. */
export const ringLate = (context: AudioContext) => play(context, lateOrder)
