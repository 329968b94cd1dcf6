/** Works out once what follows from an object that never changes; forgotten with the object. */
export function oncePer<Key extends object, Made extends object | number | string>(
  make: (key: Key) => Made,
): (key: Key) => Made {
  const known = new WeakMap<Key, Made>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const made = make(key);
    known.set(key, made);
    return made;
  };
}

/** Works out once, when it is first asked for. */
export function once<Made extends object>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => (made ??= make());
}
