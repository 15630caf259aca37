const units = [
  { name: 'MiB', bytes: 1024 * 1024 },
  { name: 'KiB', bytes: 1024 },
] as const;

/** Formats a number of bytes: `1 MiB`, `16 KiB`, `100 bytes`. */
export function byteSize(bytes: number): string {
  const unit = units.find((each) => bytes >= each.bytes && bytes % each.bytes === 0);
  return unit ? `${bytes / unit.bytes} ${unit.name}` : `${bytes} bytes`;
}
