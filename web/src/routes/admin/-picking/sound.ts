let context: AudioContext | undefined

/** Synthesizes a tone, like the chime of new orders, so that no file has to load over a bad network. */
function tone(pitch: number, start: number, seconds: number, type: OscillatorType, loudness: number) {
  context ??= new AudioContext()
  void context.resume()
  const at = context.currentTime + start
  const gain = context.createGain()
  gain.gain.setValueAtTime(loudness, at)
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds)
  gain.connect(context.destination)
  const oscillator = context.createOscillator()
  oscillator.type = type
  oscillator.frequency.value = pitch
  oscillator.connect(gain)
  oscillator.start(at)
  oscillator.stop(at + seconds)
}

/** The sound for a counted piece. */
export const beep = () => tone(1320, 0, 0.12, 'sine', 0.25)

/** The sound for a wrong scan. Loud and low, so that it differs clearly from `beep`. */
export function buzz() {
  for (const start of [0, 0.28]) tone(165, start, 0.24, 'square', 0.5)
}
