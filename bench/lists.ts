import { pairs, random, staff, type Addresses } from './calls.ts'
import { phoneOf, productUuid } from './seed.ts'

const products = '/api/v1/product/get/staff/all'
const users = '/api/v1/user/get/all/user/staff'

/** The lists that grow with the shop and its customers, each beside the same rows read with nothing around it. */
export function lists(size: { users: number; products: number }, at: Addresses) {
  const pair = pairs(at)
  const page = () => random(Math.floor(size.products / 20))
  const title = () => `product ${random(size.products)}`
  const lastDigits = () => phoneOf(random(size.users)).slice(-4)
  return [
    pair(
      'products, any page',
      () => ({ path: `${products}/${page()}/20?search=`, headers: staff }),
      () => ({ path: `/products/${page()}?search=` }),
    ),
    pair(
      'products by title',
      () => ({ path: `${products}/1/20?search=${encodeURIComponent(title())}`, headers: staff }),
      () => ({ path: `/products/1?search=${encodeURIComponent(title())}` }),
    ),
    pair(
      'one product',
      () => ({ path: `/api/v1/product/get/single/${productUuid(random(size.products))}`, headers: staff }),
      () => ({ path: `/product/${productUuid(random(size.products))}` }),
    ),
    pair(
      'users, first pages',
      () => ({ path: `${users}/${random(20)}?search=`, headers: staff }),
      () => ({ path: `/users/${random(20)}?search=` }),
    ),
    pair(
      'users, deep page',
      () => ({ path: `${users}/${Math.floor(size.users / 20) - random(20)}?search=`, headers: staff }),
      () => ({ path: `/users/${Math.floor(size.users / 20) - random(20)}?search=` }),
    ),
    pair(
      'users by last 4 digits',
      () => ({ path: `${users}/1?search=${lastDigits()}`, headers: staff }),
      () => ({ path: `/users/1?search=${lastDigits()}` }),
    ),
  ]
}
