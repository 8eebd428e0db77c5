export async function measureCapture() {
  return ['Capture: not measured yet'];
}
