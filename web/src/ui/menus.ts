/**
 * The id of the element that open menus are rendered into. It is inside the main landmark, as all page content must be, but
 * apart from the content: a menu next to a table would make the browser recalculate the style of every row.
 */
export const MENUS = 'menus'
