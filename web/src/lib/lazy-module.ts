import { useEffect, useEffectEvent, useState } from 'react'

/** Code that loads after the screen. Unlike `React.lazy`, a failed load is tried again on the next `load`. */
export type LazyModule<Code> = { loaded: () => Code | null; load: () => Promise<Code> }

export function lazyModule<Code>(load: () => Promise<Code>): LazyModule<Code> {
  let code: Code | null = null
  return { loaded: () => code, load: async () => (code ??= await load()) }
}

/** The code once loaded, otherwise null; loads while `isWanted`. `onError` runs after each failed load. */
export function useLazyModule<Code>(module: LazyModule<Code>, isWanted: boolean, onError: () => void) {
  const [code, setCode] = useState(module.loaded)
  const fail = useEffectEvent(onError)
  useEffect(() => {
    if (code !== null || !isWanted) return
    module.load().then(
      (loaded) => setCode(() => loaded),
      () => fail(),
    )
  }, [module, code, isWanted])
  return code
}
