import './lazy.css'; export const run = () => console.log('lazy');
