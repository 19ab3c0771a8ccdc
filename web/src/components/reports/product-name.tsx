import { Link } from '@tanstack/react-router'

/** A product's title, as a link if the reader may open the product. */
export const ProductName = ({ id, title, isLinked }: { id: string; title: string; isLinked: boolean }) =>
  isLinked ? (
    <Link
      to="/admin/product/edit/$productId"
      params={{ productId: id }}
      className="underline decoration-line-strong underline-offset-2 hover:decoration-current coarse:py-2.5"
    >
      {title}
    </Link>
  ) : (
    title
  )
