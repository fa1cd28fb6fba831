/** What people read where the product speaks for itself, such as in the console's messages. */
export const productName = 'Postern';
