import { useEffect, useEffectEvent, useState } from 'react'

/** Code that a screen does not wait for. What could not be fetched is asked for anew the next time. */
export type Part<Code> = { loaded: () => Code | null; load: () => Promise<Code> }

export function partOf<Code>(fetched: () => Promise<Code>): Part<Code> {
  let kept: Code | null = null
  return { loaded: () => kept, load: async () => (kept ??= await fetched()) }
}

/** The part once it is there, null until then; `onMissing` each time it was wanted and could not be fetched. */
export function usePart<Code>(part: Part<Code>, isWanted: boolean, onMissing: () => void) {
  const [code, setCode] = useState(part.loaded)
  const missing = useEffectEvent(onMissing)
  useEffect(() => {
    if (code !== null || !isWanted) return
    part.load().then(
      (came) => setCode(() => came),
      () => missing(),
    )
  }, [part, code, isWanted])
  return code
}
