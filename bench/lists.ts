import { api } from '@kirana/contract'
import { pairs, random, request, staff, type Addresses } from './calls.ts'
import { phoneOf, productUuid } from './seed.ts'

const products = (page: number, search = '') =>
  request(api.products.list, { params: { page }, query: { search } }, staff)
const users = (page: number, search = '') =>
  request(api.users.list, { params: { page }, query: { search } }, staff)

/** The lists of products and users, each with its baseline. */
export function lists(size: { users: number; products: number }, at: Addresses) {
  const pair = pairs(at)
  const page = () => random(Math.floor(size.products / 20))
  const title = () => `product ${random(size.products)}`
  const lastDigits = () => phoneOf(random(size.users)).slice(-4)
  return [
    pair(
      'products, any page',
      () => products(page()),
      () => ({ path: `/products/${page()}?search=` }),
    ),
    pair(
      'products by title',
      () => products(1, title()),
      () => ({ path: `/products/1?search=${encodeURIComponent(title())}` }),
    ),
    pair(
      'one product',
      () => request(api.products.get, { params: { productId: productUuid(random(size.products)) } }, staff),
      () => ({ path: `/product/${productUuid(random(size.products))}` }),
    ),
    pair(
      'users, first pages',
      () => users(random(20)),
      () => ({ path: `/users/${random(20)}?search=` }),
    ),
    pair(
      'users, deep page',
      () => users(Math.floor(size.users / 20) - random(20)),
      () => ({ path: `/users/${Math.floor(size.users / 20) - random(20)}?search=` }),
    ),
    pair(
      'users by last 4 digits',
      () => users(1, lastDigits()),
      () => ({ path: `/users/1?search=${lastDigits()}` }),
    ),
  ]
}
