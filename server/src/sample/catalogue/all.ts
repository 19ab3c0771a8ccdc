import { dairyBreadAndEggs } from './dairy.ts'
import { teaCoffeeAndColdDrinks } from './drinks.ts'
import { fruitsAndVegetables } from './fresh.ts'
import { iceCreamAndFrozen } from './frozen.ts'
import { homeCareAndPooja } from './home.ts'
import { oilGheeAndMasala } from './masala.ts'
import { personalCare } from './personal.ts'
import { chipsNamkeenAndBiscuits } from './snacks.ts'
import { attaRiceAndDal } from './staples.ts'
import { noodlesSweetsAndDryFruits } from './sweets.ts'

/** In the order in which the shop shows them. */
export const categories = [
  fruitsAndVegetables,
  dairyBreadAndEggs,
  attaRiceAndDal,
  oilGheeAndMasala,
  chipsNamkeenAndBiscuits,
  noodlesSweetsAndDryFruits,
  teaCoffeeAndColdDrinks,
  iceCreamAndFrozen,
  homeCareAndPooja,
  personalCare,
]
