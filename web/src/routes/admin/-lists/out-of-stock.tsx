import { lazyComponent } from '#/components/feedback/lazy-component.tsx'

/** `OutOfStockButton`, loaded after the list. */
export const OutOfStock = lazyComponent(
  async () => (await import('./out-of-stock-button.tsx')).OutOfStockButton,
)
