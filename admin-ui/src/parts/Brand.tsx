/** The gate with its friendly ghost. */
export function Brand({ size = 26 }: { size?: number }) {
  return (
    <svg aria-hidden="true" width={size} height={size} viewBox="0 0 32 32" fill="none">
      <path fill="var(--mantine-primary-color-filled)" d="M16 2 30 12.5H2z" />
      <path fill="var(--mantine-primary-color-filled)" d="M4.5 13.5h3V30h-3zM24.5 13.5h3V30h-3z" />
      <path
        fill="var(--mantine-color-dusk-4)"
        d="M16 14.5c-3 0-5 2.2-5 5.1V28l1.7-1.4 1.7 1.4 1.6-1.4 1.6 1.4 1.7-1.4L21 28v-8.4c0-2.9-2-5.1-5-5.1z"
      />
      <circle cx="14.3" cy="19.5" r="1" fill="#fff" />
      <circle cx="17.7" cy="19.5" r="1" fill="#fff" />
    </svg>
  );
}
