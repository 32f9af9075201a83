import unittest

SEEN = []


class Counter(unittest.TestCase):
    def test_starts_empty(self):
        self.assertEqual(SEEN, [])

    def test_counts(self):
        SEEN.append(1)
        self.assertEqual(len(SEEN), 1)


if __name__ == "__main__":
    unittest.main()
