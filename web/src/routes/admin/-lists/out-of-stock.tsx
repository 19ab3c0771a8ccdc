import { lazyComponent } from '#/components/feedback/lazy-component.tsx'

/** `OutOfStockButton` for lists that do not wait for it. */
export const OutOfStock = lazyComponent(
  async () => (await import('./out-of-stock-button.tsx')).OutOfStockButton,
)
