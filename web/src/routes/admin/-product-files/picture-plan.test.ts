import { expect, test } from 'vitest'
import { isSendable, namesOf, planOf } from './picture-plan.ts'

const picture = (name: string, { size = 1, type = 'image/jpeg' } = {}) => ({ name, size, type })
const pictures = (...names: string[]) => names.map((name) => picture(name))
const product = (title: string, images = 0) => ({ _id: title, title, images })
const found = (name: string, ...products: ReturnType<typeof product>[]) => ({ name, products })

/** 'Toned Milk 2.jpg → Toned Milk'. */
const words = (plan: ReturnType<typeof planOf>) =>
  plan.map(
    (planned) => `${planned.file.name} → ${isSendable(planned) ? planned.product.title : planned.problem}`,
  )

test.each([
  ['Toned Milk.jpg', ['Toned Milk']],
  ['Toned Milk 2.jpg', ['Toned Milk 2', 'Toned Milk']],
  ['toned-milk-03.PNG', ['toned-milk-03', 'toned-milk']],
  ['toned_milk__2.webp', ['toned_milk__2', 'toned_milk']],
  ['Toned Milk (2).jpeg', ['Toned Milk (2)', 'Toned Milk']],
  ['Rice 5 10.jpg', ['Rice 5 10', 'Rice 5']],
  ['Vitamin B12.jpg', ['Vitamin B12']],
  ['Dr. Oetker Cake.jpg', ['Dr. Oetker Cake']],
  ['गेहूँ का आटा 2.jpg', ['गेहूँ का आटा 2', 'गेहूँ का आटा']],
  ['Crème 2.jpg'.normalize('NFD'), ['Crème 2', 'Crème']],
  ['7.jpg', ['7']],
  ['.jpg', ['']],
])('reads %s as a title, or as a title with a number', (name, names) => {
  expect(namesOf(pictures(name))).toEqual(names.map((one) => one.normalize('NFC')))
})

test('sends the pictures of a product by number, those without a number first', () => {
  const milk = product('Toned Milk')
  const store = [found('toned-milk', milk), found('Toned Milk', milk), found('Atta', product('Atta'))]
  const plan = planOf(
    pictures('Toned Milk 10.jpg', 'toned-milk-2.png', 'Toned Milk.jpg', 'Atta.jpg', 'toned-milk (1).jpg'),
    store,
  )
  expect(words(plan)).toEqual([
    'Atta.jpg → Atta',
    'Toned Milk.jpg → Toned Milk',
    'toned-milk (1).jpg → Toned Milk',
    'toned-milk-2.png → Toned Milk',
    'Toned Milk 10.jpg → Toned Milk',
  ])
})

test('prefers a title that ends in the number, even if two products have that title', () => {
  const noodles = found('Noodles', product('Noodles'))
  const files = pictures('Noodles 2.jpg', 'Noodles 3.jpg')
  expect(words(planOf(files, [noodles, found('Noodles 2', product('Noodles 2'))]))).toEqual([
    'Noodles 3.jpg → Noodles',
    'Noodles 2.jpg → Noodles 2',
  ])
  const two = found('Noodles 2', product('Noodles 2'), product('noodles-2'))
  expect(words(planOf(files, [noodles, two]))).toContain('Noodles 2.jpg → Two products have this name')
})

test('says why a picture is not sent', () => {
  const store = [found('Milk', product('Milk', 4)), found('Atta', product('Atta', 6))]
  const plan = planOf(
    [
      picture('Milk 4.jpg'),
      picture('Milk 1.jpg', { size: 5 * 1024 * 1024 + 1 }),
      picture('Milk 2.heic', { type: 'image/heic' }),
      picture('Milk 3.gif', { type: 'image/gif', size: 5 * 1024 * 1024 }),
      ...pictures('Milk 5.jpg', 'Atta.jpg', 'Ghee.jpg'),
    ],
    store,
  )
  expect(words(plan)).toEqual([
    'Atta.jpg → The product would have more than 6 pictures',
    'Ghee.jpg → No product has this name',
    'Milk 1.jpg → A picture may have at most 5 MB',
    'Milk 2.heic → A picture must be a PNG, JPEG, WebP or GIF file',
    'Milk 3.gif → Milk',
    'Milk 4.jpg → Milk',
    'Milk 5.jpg → The product would have more than 6 pictures',
  ])
})
