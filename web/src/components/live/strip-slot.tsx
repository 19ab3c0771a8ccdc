import { createStore } from '#/lib/store.ts'

/** The element that the new-order strip is shown in, while there is one. */
export const stripSlot = createStore<HTMLElement | null>(null)

const attach = (element: HTMLElement | null) => {
  stripSlot.set(element)
  return () => stripSlot.set(null)
}

/** The place of the new-order strip in a header. It takes what room is left, so that nothing moves when an order comes. */
export const StripSlot = () => <div ref={attach} className="@container min-w-0 flex-1" />
