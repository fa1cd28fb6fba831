import { createContext, useContext } from 'react';

const ReadView = createContext(false);

export const ReadViewProvider = ReadView.Provider;

/** Whether the form around this field is only read: its fields are then labels and values instead of controls. */
export const useReadView = () => useContext(ReadView);
