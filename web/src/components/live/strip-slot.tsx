import { createStore } from '#/lib/store.ts'

/** The element in which the new-order strip is rendered; null if the screen has none. */
export const stripSlot = createStore<HTMLElement | null>(null)

const attach = (element: HTMLElement | null) => {
  stripSlot.set(element)
  return () => stripSlot.set(null)
}

/**
 * The place of the new-order strip in a header. It takes the free space, so that nothing moves when an order arrives.
 */
export const StripSlot = () => <div ref={attach} className="@container min-w-0 flex-1" />
