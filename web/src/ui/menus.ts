/**
 * The id of the element into which open menus are rendered. It is inside the main landmark, as all page content must
 * be, but separate from the content, because a menu next to a table would make the browser recalculate the style of
 * every row.
 */
export const MENUS = 'menus'
