/** The name of the product in its own texts, such as messages of the console. */
export const productName = 'Postern';
