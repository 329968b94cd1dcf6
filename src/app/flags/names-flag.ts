/** Reads the value of a flag that takes names with commas between. */
export const namesFlag = (text: string): string[] => text.split(',').map((name) => name.trim());
